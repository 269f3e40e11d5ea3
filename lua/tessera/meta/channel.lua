---@meta

--- Lines through a descriptor of its own, which nothing else in the process reads or writes: a
--- worker of a study is asked and answers there. A user's file that runs in the sandbox has no
--- access to it.
---@class tessera.channel
local channel = {}

--- The channel of an open descriptor, 3 or more. Programs that this process starts do not get it.
--- Its method `read()` waits for the next line, of at most 4096 bytes, and returns it without its
--- end, or nil at the end of all; `write(text)` waits until all of the text is written, and the
--- clock of a limit stands still meanwhile.
---@internal
---@param descriptor integer
---@return userdata
function channel.new(descriptor) end

return channel
