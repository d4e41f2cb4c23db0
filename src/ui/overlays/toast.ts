/**
 * An action offered by a toast. It is removed at `until` (milliseconds since the epoch), when it is no longer
 * possible.
 */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
  readonly until?: number;
}

/** A toast. The store doesn't depend on React, so that sagas and plain functions can show toasts too. */
export interface Toast {
  readonly id: number;
  readonly tone: 'success' | 'error' | 'info';
  readonly text: string;
  /** Such as "Undo". */
  readonly action?: ToastAction;
  /** Milliseconds until it disappears; 0 keeps it until dismissed. */
  readonly lasts: number;
}
export type ToastOptions = Partial<Pick<Toast, 'action' | 'lasts'>>;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const change = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

const show = (tone: Toast['tone'], text: string, options: ToastOptions = {}): number => {
  const id = ++lastId;
  // A repeated message replaces the previous one, so that five failed requests show one toast.
  const rest = toasts.filter((toast) => toast.text !== text || toast.tone !== tone).slice(-3);
  change([
    ...rest,
    { id, tone, text, lasts: options.action ? 10_000 : tone === 'error' ? 8_000 : 5_000, ...options },
  ]);
  return id;
};

/** Shows a toast. Each function returns an id for `dismiss`. */
export const toast = {
  success: (text: string, options?: ToastOptions): number => show('success', text, options),
  error: (text: string, options?: ToastOptions): number => show('error', text, options),
  info: (text: string, options?: ToastOptions): number => show('info', text, options),
  dismiss: (id: number): void => change(toasts.filter((each) => each.id !== id)),
};

export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly Toast[] => toasts,
};
