import type {
  StripeCardCvcElement,
  StripeCardExpiryElement,
  StripeCardNumberElement,
  StripeElementStyle,
} from '@stripe/stripe-js';
import { type ThemeName, palettes } from '#ui/theme/theme-tokens.ts';
import type { CardDraft, CardErrors } from './card-number.ts';
import type { StripeScript } from './stripe-loader.ts';

export type CardField = keyof CardDraft;

/** Stripe's card fields. What is typed there never reaches our code. */
export interface CardElements {
  readonly stripe: StripeScript;
  readonly number: StripeCardNumberElement;
  /** Error messages by field; empty if everything is valid. */
  readonly errors: () => CardErrors;
  readonly focus: (field: CardField) => void;
  readonly wear: (theme: ThemeName) => void;
  readonly disable: (disabled: boolean) => void;
  readonly close: () => void;
}

interface Opening {
  /** The container of each field. */
  readonly boxes: Readonly<Record<CardField, HTMLElement>>;
  readonly theme: ThemeName;
  /** Called when all fields accept input. */
  readonly onReady: () => void;
  readonly onFail: () => void;
  /** Called on every change of a field, with a message if its value is certainly invalid. */
  readonly onChange: (field: CardField, error: string | undefined) => void;
}

const empty: Readonly<Record<CardField, string>> = {
  number: 'Enter the card number.',
  expiry: 'Enter the month and year, like 04 / 29.',
  code: 'Enter the security code.',
};
const unfinished: Readonly<Record<CardField, string>> = {
  number: 'Check the card number. A digit is wrong or missing.',
  expiry: 'Enter the month and year, like 04 / 29.',
  code: 'Check the security code. A digit is missing.',
};

/** Our field styles in concrete values, because CSS variables don't reach into another origin's iframe. */
function fieldStyle(theme: ThemeName): StripeElementStyle {
  const { text, muted, danger } = palettes[theme];
  const base = {
    color: text,
    iconColor: muted,
    fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    fontSize: '16px',
    lineHeight: '24px',
    '::placeholder': { color: muted },
    ':disabled': { color: muted },
  };
  return { base, invalid: { color: danger, iconColor: danger } };
}

type AnyElement = StripeCardNumberElement | StripeCardExpiryElement | StripeCardCvcElement;
interface Standing {
  readonly complete: boolean;
  readonly empty: boolean;
  readonly error?: string | undefined;
}

/** Mounts Stripe's three fields into their containers. */
export function openCardElements(
  stripe: StripeScript,
  { boxes, theme, onReady, onFail, onChange }: Opening,
): CardElements {
  const group = stripe.elements();
  const style = fieldStyle(theme);
  const number = group.create('cardNumber', { style, showIcon: true });
  const all: Readonly<Record<CardField, AnyElement>> = {
    number,
    expiry: group.create('cardExpiry', { style }),
    code: group.create('cardCvc', { style }),
  };
  const fields = Object.keys(all) as CardField[];
  const standing: Record<CardField, Standing> = {
    number: { complete: false, empty: true },
    expiry: { complete: false, empty: true },
    code: { complete: false, empty: true },
  };
  let waiting = fields.length;
  for (const field of fields) {
    // The cast is safe: the overloads of `on` differ only in their event types, and we use what they share.
    const element = all[field] as StripeCardNumberElement;
    element.on('ready', () => {
      waiting -= 1;
      if (waiting === 0) onReady();
    });
    element.on('loaderror', onFail);
    element.on('change', ({ complete, empty: isEmpty, error }) => {
      standing[field] = { complete, empty: isEmpty, error: error?.message };
      onChange(field, error?.message);
    });
    element.mount(boxes[field]);
  }
  const each = (act: (element: StripeCardNumberElement) => void) =>
    fields.forEach((field) => act(all[field] as StripeCardNumberElement));
  const fieldError = (field: CardField) =>
    standing[field].complete
      ? undefined
      : (standing[field].error ?? (standing[field].empty ? empty[field] : unfinished[field]));
  return {
    stripe,
    number,
    errors: () =>
      Object.fromEntries(
        fields.flatMap((field) => (fieldError(field) === undefined ? [] : [[field, fieldError(field)]])),
      ),
    focus: (field) => all[field].focus(),
    wear: (name) => each((element) => element.update({ style: fieldStyle(name) })),
    disable: (disabled) => each((element) => element.update({ disabled })),
    close: () => each((element) => element.destroy()),
  };
}
