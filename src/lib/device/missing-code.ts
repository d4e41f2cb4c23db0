/**
 * What of the page's code can't be loaded: `gone` once the server no longer has it, because the site has been
 * updated since the page was opened, else `late`.
 */
export type MissingCode = 'gone' | 'late' | null;

const late = new Set<object>();
const listeners = new Set<() => void>();
let isGone = false;
/** `Promise.withResolvers` is too new for phones that get no more updates. */
function promised(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
let again = promised();

const changed = () => listeners.forEach((listener) => listener());

export const missingCode = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): MissingCode => (isGone ? 'gone' : late.size > 0 ? 'late' : null),
  /** Some part keeps the page waiting. */
  tell: (part: object): void => {
    late.add(part);
    changed();
  },
  /** The part is there, or nobody waits for it anymore. */
  settle: (part: object): void => {
    if (late.delete(part)) changed();
  },
  /** Requests every part again that is missing. */
  retry: (): void => {
    late.clear();
    const { resolve } = again;
    again = promised();
    resolve();
    changed();
  },
  /** Resolves when missing parts are requested again. */
  retried: (): Promise<void> => again.promise,
  /** The server has a newer version of the site. Only a reload gets its code. */
  gone: (): void => {
    isGone = true;
    changed();
  },
};

/** Whether the error says that code didn't arrive, not that it failed when it ran. */
export const isCodeMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' ||
    /load chunk|dynamically imported module|importing a module script failed/i.test(error.message));

const isOwnCode = /\/_next\/static\/.+\.(?:js|css)(?:\?|$)/;

/** The address of a script or style that didn't load. */
function failedCode({ target }: Event): string | null {
  const address =
    target instanceof HTMLScriptElement
      ? target.src
      : target instanceof HTMLLinkElement && target.rel === 'stylesheet'
        ? target.href
        : '';
  return isOwnCode.test(address) ? address : null;
}

async function lookFor(address: string): Promise<void> {
  try {
    const { status } = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    if (status === 404 || status === 410) missingCode.gone();
  } catch {
    // No connection, which is what `untilLoaded` waits for.
  }
}

/**
 * Notices code that doesn't load, whoever asked for it: asks the server whether it is gone for good, and tells of
 * parts that nobody requests again. Returns a function that stops it.
 */
export function watchCode(): () => void {
  const failed = (event: Event) => {
    const address = failedCode(event);
    if (address !== null && !isGone) void lookFor(address);
  };
  const dropped = ({ reason }: PromiseRejectionEvent) => {
    if (isCodeMissing(reason)) missingCode.tell({});
  };
  const back = () => missingCode.retry();
  // A resource's error doesn't bubble.
  window.addEventListener('error', failed, true);
  window.addEventListener('unhandledrejection', dropped);
  window.addEventListener('online', back);
  return () => {
    window.removeEventListener('error', failed, true);
    window.removeEventListener('unhandledrejection', dropped);
    window.removeEventListener('online', back);
  };
}
