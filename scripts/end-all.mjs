// Ends what a script has started when the script is told to end: also what that has started, such as the workers of
// tests, and what runs in a group of its own, such as their servers and databases.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { endings } from './become.mjs';

/** How long a server may take to shut its database down. */
const patienceMs = 8_000;

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses can contain spaces.
    const [state, parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), state }];
  } catch {
    return [];
  }
}

const lineOf = (line) => {
  const [pid, parent, group, state] = line.trim().split(/\s+/);
  return { pid: Number(pid), parent: Number(parent), group: Number(group), state };
};

/** Every process of the machine that is running. Linux has a list of them even where `ps` isn't installed. */
function processes() {
  const all = existsSync('/proc/self/stat')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap(statOf)
    : execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map(lineOf);
  return all.filter(({ state }) => !state.startsWith('Z'));
}

/**
 * Those of `known` that still run, and what they and this process have started. A process whose parent has ended isn't
 * below it anymore, so what is known is passed on from one look to the next.
 */
function startedBy(self, known) {
  const all = processes();
  const found = new Set(all.filter(({ pid }) => known.has(pid)).map(({ pid }) => pid));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { pid, parent } of all) if (parent === self || found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** Lets what runs in this process's group clean up, with the databases that it started, and kills what is left. */
async function endAll() {
  const own = processes().find(({ pid }) => pid === process.pid)?.group;
  const [told, since] = [new Set(), Date.now()];
  let known = new Set();
  for (;;) {
    const running = startedBy(process.pid, known);
    if (running.length === 0) return;
    known = new Set(running.map(({ pid }) => pid));
    const isLate = Date.now() - since > patienceMs;
    for (const { pid, group } of running) {
      if (isLate) send(pid, 'SIGKILL');
      else if (group === own && !told.has(pid)) send(pid, 'SIGTERM');
      told.add(pid);
    }
    await sleep(50);
  }
}

/**
 * From now on, a signal ends everything that this process has started, and then the process. `tidy` is called in
 * between. What it returns says whether that has begun, so that nothing else is started.
 */
export function endAllOnSignal(tidy = () => {}) {
  const state = { isEnding: false };
  const end = async (signal) => {
    // Ctrl-C arrives twice: from the terminal, and from the process that started this one.
    if (state.isEnding) return;
    state.isEnding = true;
    if (process.platform !== 'win32') await endAll();
    tidy();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of endings) process.on(signal, () => void end(signal));
  return state;
}
