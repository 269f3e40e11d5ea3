#!/usr/bin/env bash
# Runs a command beside a Slurm of its own with two nodes, n0 and n1, all on this machine:
#     spec/slurm/cluster.sh COMMAND...
# The command finds SLURM_CONF and CLUSTER in its environment; CLUSTER is a new folder with the
# configuration, the logs, and key and socket of munged. So a Slurm or munge of the machine is not
# touched. However the command ends, also by a signal, the daemons and the jobs that are left are
# ended, and nothing else. The command itself may call:
#     spec/slurm/cluster.sh --kill NODE     end a node and its jobs, as a power cut would
#     spec/slurm/cluster.sh --start NODE    start it
set -u
umask 022
PATH=$PATH:/usr/sbin:/sbin
export -n CLUSTER CLUSTER_NODE SLURM_CONF 2>/dev/null

die() {
  echo "cluster.sh: $*" >&2
  exit 1
}

# The processes of the cluster, or of one of its nodes. Jobs and their daemons hand environments on,
# so none is forgotten, whoever its parent is.
processes() {
  local all
  all=$(grep -lzE "^(CLUSTER|SLURM_CONF|CLUSTER_NODE)=$CLUSTER" /proc/[0-9]*/environ 2>/dev/null)
  if [ -n "$all" ] && [ $# = 1 ]; then
    # shellcheck disable=SC2086
    all=$(grep -lzE "^(CLUSTER_NODE=$CLUSTER/|SLURMD_NODENAME=)$1\$" $all 2>/dev/null)
  fi
  echo "$all" | cut -d/ -f3
}

kill_all() {
  local pids tries=0
  while pids=$(processes "$@") && [ -n "$pids" ]; do
    [ $((tries += 1)) -le 200 ] || die "these do not end: $pids"
    # shellcheck disable=SC2086
    kill -KILL $pids 2>/dev/null
    sleep 0.05
  done
}

# A slurmstepd writes its title over the first variables, so these come last.
in_cluster() {
  env CLUSTER="$CLUSTER" SLURM_CONF="$CLUSTER/slurm.conf" "$@"
}

start_node() {
  in_cluster CLUSTER_NODE="$CLUSTER/$1" slurmd -N "$1" || die "slurmd did not start on $1"
}

# Of three ports in a row nobody listens to any.
free_port() {
  local port tries=0
  while [ $((tries += 1)) -le 100 ]; do
    port=$((20000 + RANDOM % 12000))
    listens $port || listens $((port + 1)) || listens $((port + 2)) || { echo $port; return; }
  done
  die "no three free ports"
}

listens() {
  (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

configure() {
  local port host user
  port=$(free_port) || exit
  host=$(hostname -s) user=$(id -un)
  mkdir "$CLUSTER"/{state,spool-n0,spool-n1,log,munge} || exit
  chmod 755 "$CLUSTER"
  (umask 077 && head -c 1024 /dev/urandom >"$CLUSTER/munge/key")
  cat >"$CLUSTER/slurm.conf" <<END
ClusterName=tessera
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
CryptoType=crypto/munge
AuthInfo=socket=$CLUSTER/munge/socket
StateSaveLocation=$CLUSTER/state
SlurmdSpoolDir=$CLUSTER/spool-%n
SlurmctldPidFile=$CLUSTER/ctld.pid
SlurmdPidFile=$CLUSTER/%n.pid
SlurmctldLogFile=$CLUSTER/log/ctld.log
SlurmdLogFile=$CLUSTER/log/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0,bf_interval=1
ReturnToService=2
MpiDefault=none
NodeName=n[0-1] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + 2))] CPUs=2 RealMemory=1000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
}

# Munge takes a configuration only from folders that nobody else may change: --force is for /tmp.
start() {
  local munge=$CLUSTER/munge tries=0
  in_cluster munged --force --socket="$munge/socket" --key-file="$munge/key" --pid-file="$munge/pid" \
    --log-file="$munge/log" --seed-file="$munge/seed" || die "munged did not start"
  in_cluster slurmctld || die "slurmctld did not start"
  start_node n0
  start_node n1
  until [ "$(in_cluster sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" = 2 ]; do
    [ $((tries += 1)) -le 300 ] || { tail -n 20 "$CLUSTER"/log/* >&2; die "the nodes did not become ready"; }
    sleep 0.1
  done
}

# Ends the cluster when its standard input is closed: when this script has ended, in whatever way.
guard() {
  trap '' INT TERM HUP
  cat >/dev/null
  kill_all
  rm -rf "$CLUSTER"
}

case ${1-} in
--kill | --start)
  [ $# = 2 ] && [ -f "${CLUSTER-}/slurm.conf" ] || die "--kill and --start are for the command"
  if [ "$1" = --kill ]; then kill_all "$2"; else start_node "$2"; fi
  ;;
"") die "which command?" ;;
*)
  CLUSTER=$(mktemp -d) || exit
  coproc GUARD { guard; }
  guard=$GUARD_PID
  trap 'exec {GUARD[1]}>&-; wait "$guard"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  configure
  start
  in_cluster "$@" &
  wait $!
  ;;
esac
