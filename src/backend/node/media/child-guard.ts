import { type ChildProcess, spawn } from 'node:child_process';

/**
 * A shell script that keeps a list of the process ids it reads and kills them when its input ends. The input
 * is a pipe held only by this process, so it closes however this process ends. It runs in its own session, so
 * that Ctrl-C in the terminal doesn't stop it first.
 */
const program = `
pids=" "
while read -r sign pid; do
  case "$sign" in
    +) pids="$pids$pid " ;;
    -) pids="\${pids%% $pid *} \${pids#* $pid }" ;;
  esac
done
[ "$pids" = " " ] || kill -9 $pids 2>/dev/null
`;

let guard: ChildProcess | null = null;

function startGuard(): ChildProcess {
  const started = spawn('/bin/sh', ['-c', program], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {} as NodeJS.ProcessEnv,
  });
  const forget = () => {
    if (guard === started) guard = null;
  };
  // Without the guard, children still end with this process when it shuts down in order.
  started.on('error', forget).on('exit', forget);
  started.stdin?.on('error', forget);
  started.unref();
  (started.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return started;
}

/** Null where the system refuses another process. */
function tryGuard(): ChildProcess | null {
  try {
    return startGuard();
  } catch {
    return null;
  }
}

/**
 * Makes a child process end with this one, even if this one is killed: another process then takes over its
 * job. On Windows, the system does this by itself.
 */
export function endWithUs(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || process.platform === 'win32') return;
  guard ??= tryGuard();
  guard?.stdin?.write(`+ ${pid}\n`);
  child.once('exit', () => guard?.stdin?.write(`- ${pid}\n`));
}
