// Output of the scripts: a line per step, and one sentence if something is wrong.

/** An error that the user can fix; its message is one sentence. */
export class Complaint extends Error {}

/**
 * Runs a step and prints one line when it has finished: `dependencies in place`. `work` returns the text to
 * print.
 */
export async function step(name, work) {
  const started = performance.now();
  const outcome = await work((soFar) => print(name, soFar));
  const seconds = (performance.now() - started) / 1000;
  print(name, seconds < 1 ? outcome : `${outcome} (${seconds.toFixed(1)} s)`);
}

export const print = (name, text) => console.log(`${name.padEnd(14)}${text}`);

/** Runs a script. A complaint is printed to stderr as a sentence, and sets exit code 1. */
export async function script(body) {
  try {
    await body();
  } catch (error) {
    process.stderr.write(`${error instanceof Complaint ? error.message : (error?.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}
