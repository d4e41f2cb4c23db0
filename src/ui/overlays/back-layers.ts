import Router from 'next/router';

interface Layer {
  readonly close: () => void;
  /** Whether it has to be answered and stays. */
  readonly isHeld: () => boolean;
}
interface Entry {
  /** The router's key of a page in the history. */
  readonly key: string | undefined;
  /** How many layers lie over the page at this entry. */
  readonly depth: number;
}

/** What lies over the page and can be closed, the topmost last. */
const layers: Layer[] = [];
let current: Entry = { key: undefined, depth: 0 };
let isWatching = false;

function readEntry(state: unknown): Entry {
  const { key, layers: depth } = (state ?? {}) as { key?: string; layers?: number };
  return { key, depth: depth ?? 0 };
}
const look = () => void (current = readEntry(window.history.state));

/**
 * A step within the entries of one page is ours; the router must not hear of it, nor what counts its steps. It
 * closes what lies above the entry, and goes on if that has been closed already.
 */
function step(event: PopStateEvent): void {
  const [before, now] = [current, readEntry(event.state)];
  if (now.key === undefined || now.key !== before.key || now.depth === before.depth) return;
  event.stopImmediatePropagation();
  current = now;
  if (now.depth > before.depth) return;
  if (layers.slice(now.depth).some(({ isHeld }) => isHeld())) return window.history.forward();
  const closed = layers.splice(now.depth);
  for (const { close } of closed.toReversed()) close();
  if (closed.length === 0) window.history.back();
}

/**
 * The router writes its own state into an entry after each step and for each replaced address, and would forget
 * that the entry is a layer's.
 */
function keepDepth(): void {
  const { history } = window;
  const replace = history.replaceState.bind(history);
  history.replaceState = (state: unknown, ...rest) => {
    const [kept, next] = [readEntry(history.state), readEntry(state)];
    const isSame = kept.key !== undefined && kept.key === next.key;
    replace(
      isSame && kept.depth > next.depth ? { ...(state as object), layers: kept.depth } : state,
      ...rest,
    );
  };
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  keepDepth();
  // Before the router, which listens on the way out.
  window.addEventListener('popstate', step, true);
  Router.events.on('routeChangeComplete', look);
}

/**
 * Lets Back close something that lies over the page, as people with a phone expect, instead of leaving the page.
 * For that the page gets a second entry in the history. The entry stays when the layer is closed otherwise: the
 * next layer uses it, and Back passes over it. What is held stays open. Returns a function to call when the layer
 * is gone.
 */
export function addLayer(close: () => void, isHeld: () => boolean = () => false): () => void {
  watch();
  look();
  const layer = { close, isHeld };
  layers.push(layer);
  const state = window.history.state as object | null;
  // Without the router's state, as in a test of a single part, Back isn't its business.
  if (current.key !== undefined && layers.length > current.depth) {
    window.history.pushState({ ...state, layers: layers.length }, '');
    look();
  }
  return () => {
    const at = layers.indexOf(layer);
    if (at >= 0) layers.splice(at, 1);
  };
}
