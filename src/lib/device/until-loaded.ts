import { isCodeMissing, missingCode } from './missing-code.ts';

/** Pauses before code is requested again, in milliseconds. After the last, someone has to ask for it. */
const pauses = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
/** How long a part may be missing before the page says so. */
const patienceMs = 8_000;

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));

/** Waits before the next attempt: no longer at all if the site was updated, since only a reload helps then. */
function untilNext(attempt: number): Promise<void> {
  const milliseconds = missingCode.read() === 'gone' ? undefined : pauses[attempt];
  const retried = missingCode.retried();
  return milliseconds === undefined ? retried : Promise.race([pause(milliseconds), retried]);
}

/**
 * Loads code over the network, so that a brief network failure doesn't leave part of the page missing: requests it
 * a few times with increasing pauses, and after that when the connection is back or the person says so. The page
 * says what is missing for too long. Errors of the code itself are the caller's.
 */
export async function untilLoaded<Code>(load: () => Promise<Code>): Promise<Code> {
  const part = {};
  const timer = setTimeout(() => missingCode.tell(part), patienceMs);
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await load();
      } catch (problem) {
        if (!isCodeMissing(problem)) throw problem;
      }
      if (pauses[attempt] === undefined) missingCode.tell(part);
      await untilNext(attempt);
      if (pauses[attempt] === undefined) attempt = -1;
    }
  } finally {
    clearTimeout(timer);
    missingCode.settle(part);
  }
}
