import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Keeps the list of pids that it reads and, when its input ends, ends them. The input is a pipe that only we
 * hold: it ends with us, however we end. In a session of its own, so that a Ctrl-C in our terminal leaves it
 * to do its work.
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
  // Without a guard our children still end with us whenever we end in order.
  started.on('error', forget).on('exit', forget);
  started.stdin?.on('error', forget);
  started.unref();
  (started.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return started;
}

/**
 * A child that must not outlive us, not even when we are killed: another process takes the work over then. On
 * Windows children of a process that is gone are ended by the system.
 */
export function endWithUs(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || process.platform === 'win32') return;
  guard ??= startGuard();
  guard.stdin?.write(`+ ${pid}\n`);
  child.once('exit', () => guard?.stdin?.write(`- ${pid}\n`));
}
