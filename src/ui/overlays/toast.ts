/**
 * One thing to do about what a toast says. `until` (milliseconds of this clock): afterwards it can't be done
 * any more.
 */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
  readonly until?: number;
}

/** What a toast says. The store knows nothing of React, so that sagas and plain functions can speak too. */
export interface Toast {
  readonly id: number;
  readonly tone: 'success' | 'error' | 'info';
  readonly text: string;
  /** "Undo". */
  readonly action?: ToastAction;
  /** Milliseconds until it goes; 0 keeps it until dismissed. */
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
  // The same words again replace the old ones: five failed calls are one sentence.
  const rest = toasts.filter((toast) => toast.text !== text || toast.tone !== tone).slice(-3);
  change([
    ...rest,
    { id, tone, text, lasts: options.action ? 10_000 : tone === 'error' ? 8_000 : 5_000, ...options },
  ]);
  return id;
};

/** Says something that needs no answer. Each returns an id for `dismiss`. */
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
