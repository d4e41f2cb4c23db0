const firstDelayMs = 1_000;
const longestDelayMs = 10_000;

/**
 * Loads code over the network, retrying with increasing delays until it succeeds, so that a brief network
 * failure doesn't leave part of the page missing.
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
