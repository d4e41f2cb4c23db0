import { Fragment, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useFieldError } from '#ui/forms/form-fields.ts';
import { useThemeName } from '#ui/hooks/use-theme-name.ts';
import type { CardErrors } from './card-number.ts';
import { type CardElements, type CardField, openCardElements } from './stripe-elements.ts';
import { useStripeScript } from './stripe-loader.ts';
import styles from './payment.module.css';

export interface StripeFieldsProps {
  readonly errors: CardErrors;
  readonly disabled: boolean;
  /** Called with the mounted fields, and with null when they are gone. */
  readonly onOpen: (elements: CardElements | null) => void;
  readonly onChange: (field: CardField, error: string | undefined) => void;
  /** Draws the buttons of wallets above the fields, which appear together with them once `settled` is called. */
  readonly wallets: (settled: () => void) => ReactNode;
}

type Standing = 'loading' | 'ready' | 'failed';

/** Timeout in milliseconds, because a blocked script or a dead connection may never fire an error. */
const patienceMs = 20_000;

/** Mounts Stripe's fields and unmounts them again. */
function useElements(
  frames: RefObject<HTMLDivElement | null>,
  { onOpen, onChange }: Pick<StripeFieldsProps, 'onOpen' | 'onChange'>,
) {
  const { load, isTest } = useStripeScript();
  const theme = useThemeName();
  const [standing, setStanding] = useState<Standing>('loading');
  const [attempt, setAttempt] = useState(0);
  const elements = useRef<CardElements | null>(null);
  const open = useEffectEvent(
    (stripe: Awaited<ReturnType<typeof load>>, tell: { onReady: () => void; onFail: () => void }) => {
      const box = (field: CardField) => frames.current?.querySelector<HTMLElement>(`[data-field="${field}"]`);
      const [number, expiry, code] = [box('number'), box('expiry'), box('code')];
      if (!number || !expiry || !code) return;
      elements.current = openCardElements(stripe, {
        boxes: { number, expiry, code },
        theme,
        onChange,
        ...tell,
      });
      onOpen(elements.current);
    },
  );
  const start = useEffectEvent(() => load());
  const shut = useEffectEvent(() => {
    elements.current?.close();
    elements.current = null;
    onOpen(null);
  });
  useEffect(() => {
    let over = false;
    const settle = (next: Standing) => {
      if (over) return;
      clearTimeout(timer);
      setStanding(next);
    };
    const timer = setTimeout(() => settle('failed'), patienceMs);
    const fail = () => settle('failed');
    start().then(
      (stripe) => (over ? undefined : open(stripe, { onReady: () => settle('ready'), onFail: fail })),
      fail,
    );
    return () => {
      over = true;
      clearTimeout(timer);
      shut();
    };
  }, [attempt]);
  useEffect(() => elements.current?.wear(theme), [theme]);
  const retry = () => {
    setStanding('loading');
    setAttempt((before) => before + 1);
  };
  return { standing, retry, attempt, isTest, elements };
}

interface BoxProps {
  readonly label: string;
  readonly field: CardField;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onFocus: (field: CardField) => void;
}

/**
 * Looks like our own fields. The label focuses the iframe inside, and errors are announced as alerts because
 * `aria-describedby` can't point into the iframe.
 */
function Box({ label, field, error, disabled, onFocus }: BoxProps) {
  const id = useId();
  useFieldError(id, error, () => onFocus(field));
  return (
    <div className={styles.frameField}>
      <label htmlFor={id} className={styles.frameLabel}>
        {label}
      </label>
      <div
        id={id}
        data-field={field}
        className={styles.frame}
        data-invalid={error ? '' : undefined}
        data-disabled={disabled ? '' : undefined}
      />
      <p id={`${id}-error`} role="alert" className={styles.frameError}>
        {error}
      </p>
    </div>
  );
}

const PageSkeleton = () => (
  <Skeleton label="Loading the card form">
    <div className={styles.card}>
      <SkeletonBlock height={68} width="100%" />
      <SkeletonBlock height={68} width="100%" />
    </div>
  </Skeleton>
);

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <Notice
    tone="danger"
    announce
    title="The card form didn’t load"
    action={<Button onClick={onRetry}>Try again</Button>}
  >
    <p>It comes from Stripe. Check your connection and make sure your browser doesn’t block js.stripe.com.</p>
  </Notice>
);

/**
 * Card number, expiry and security code in Stripe's iframes with our theme. What is typed goes to Stripe
 * only.
 */
export function StripeFields({ errors, disabled, onOpen, onChange, wallets }: StripeFieldsProps) {
  const frames = useRef<HTMLDivElement>(null);
  const { standing: fields, retry, attempt, isTest, elements } = useElements(frames, { onOpen, onChange });
  const [settled, setSettled] = useState(-1);
  // What appears later would push away the field that is being typed in.
  const standing = fields === 'ready' && settled !== attempt ? 'loading' : fields;
  useEffect(() => elements.current?.disable(disabled), [disabled, elements, standing]);
  const shared = { disabled, onFocus: (field: CardField) => elements.current?.focus(field) };
  return (
    <div className={styles.card}>
      {isTest ? (
        <Notice tone="warning" title="Test mode">
          <p>No real money is charged. Pay with 4242 4242 4242 4242, any future date and any code.</p>
        </Notice>
      ) : null}
      {standing === 'failed' ? <Failed onRetry={retry} /> : null}
      {standing === 'loading' ? <PageSkeleton /> : null}
      {/* The containers must be in the document before Stripe can mount its fields, so they render while
          still hidden. */}
      <div ref={frames} className={styles.frames} data-standing={standing}>
        <Fragment key={attempt}>{wallets(() => setSettled(attempt))}</Fragment>
        <Box label="Card number" field="number" error={errors.number} {...shared} />
        <div className={styles.pair}>
          <Box label="Expiry date" field="expiry" error={errors.expiry} {...shared} />
          <Box label="Security code" field="code" error={errors.code} {...shared} />
        </div>
      </div>
    </div>
  );
}
