--- Prints the name of a temporary file.

print(os.tmpname())
