import { routes } from '#config/routes.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import styles from './subscriptions.module.css';

/** What a fan can do with a subscription; each action has its own dialog. */
export type Action = 'pay' | 'price' | 'resume' | 'cancel' | 'card' | 'monthly' | 'yearly';
/** Opens the dialog of an action. */
export type Ask = (action: Action, subscription: Subscription) => void;

const isRunning = ({ state, periodEnd }: Subscription) =>
  (state === 'active' || state === 'cancelled') && periodEnd !== null;

/** The most likely action for the current state. */
function mainAction({ state, type, newPrice }: Subscription): { action: Action; label: string } | null {
  if (state === 'past_due') return { action: 'pay', label: 'Pay now' };
  if (state === 'cancelled') return { action: 'resume', label: 'Resume' };
  return state === 'active' && type !== 'free' && newPrice !== null
    ? { action: 'price', label: 'New price' }
    : null;
}

const switchText: Readonly<Record<'monthly' | 'yearly', string>> = {
  monthly: 'Switch to monthly',
  yearly: 'Switch to yearly',
};

function switches(subscription: Subscription, ask: Ask): MenuItem[] {
  const { type, state, nextType } = subscription;
  if (!isRunning(subscription) || type === 'free') return [];
  if (nextType) return [{ label: `Stay ${type}`, onSelect: () => ask(type, subscription) }];
  const other = type === 'monthly' ? 'yearly' : 'monthly';
  return other === 'monthly' && state === 'cancelled'
    ? []
    : [{ label: switchText[other], onSelect: () => ask(other, subscription) }];
}

/** The primary action of a row, and a menu with the others. */
export function SubscriptionActions({ subscription, ask }: { subscription: Subscription; ask: Ask }) {
  const { state, performer } = subscription;
  const main = mainAction(subscription);
  const items: MenuItem[] = [
    ...switches(subscription, ask),
    ...(state === 'cancelled' && subscription.newPrice !== null
      ? [{ label: 'View new price', onSelect: () => ask('price', subscription) }]
      : []),
    { label: 'Statement', href: routes.statement(performer._id) },
  ];
  const whose = <VisuallyHidden> the subscription to {performer.name}</VisuallyHidden>;
  return (
    <div className={styles.actions}>
      {main ? (
        <Button variant="soft" onClick={() => ask(main.action, subscription)}>
          {main.label}
          <VisuallyHidden>: the subscription to {performer.name}</VisuallyHidden>
        </Button>
      ) : null}
      {state === 'expired' ? (
        <ButtonLink variant="soft" href={routes.profile(performer.username)}>
          Subscribe again<VisuallyHidden> to {performer.name}</VisuallyHidden>
        </ButtonLink>
      ) : null}
      {state === 'active' || state === 'past_due' ? (
        <Button variant="quietDanger" onClick={() => ask('cancel', subscription)}>
          Cancel{whose}
        </Button>
      ) : null}
      <Menu label={`More options for the subscription to ${performer.name}`} items={items} />
    </div>
  );
}
