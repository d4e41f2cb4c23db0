// What the scripts tell the person: a line a step, and one sentence when something is wrong.

/** Something that the person can mend; its message is one sentence. */
export class Complaint extends Error {}

/**
 * Runs a step and prints one line when it has ended: `dependencies in place`. `work` returns what to print.
 */
export async function step(name, work) {
  const started = performance.now();
  const outcome = await work((soFar) => print(name, soFar));
  const seconds = (performance.now() - started) / 1000;
  print(name, seconds < 1 ? outcome : `${outcome} (${seconds.toFixed(1)} s)`);
}

export const print = (name, text) => console.log(`${name.padEnd(14)}${text}`);

/** The body of a script: a complaint becomes a sentence on stderr and exit code 1. */
export async function script(body) {
  try {
    await body();
  } catch (error) {
    process.stderr.write(`${error instanceof Complaint ? error.message : (error?.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}
