const firstDelayMs = 1_000;
const longestDelayMs = 10_000;

/**
 * Code that comes over the network, asked for again until it is there: a connection that breaks for a moment
 * must not leave a part of the page missing for good. Waits longer from try to try.
 */
export async function untilLoaded<Code>(
  load: () => Promise<Code>,
  delay: number = firstDelayMs,
): Promise<Code> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, delay));
    return untilLoaded(load, Math.min(delay * 2, longestDelayMs));
  }
}
