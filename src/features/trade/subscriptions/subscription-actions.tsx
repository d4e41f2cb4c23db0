import { routes } from '#config/routes.ts';
import { isPaid, monthsPerPlan } from '#lib/plans/bundles.ts';
import { planAdjectives, planNames } from '#lib/plans/words.ts';
import type { PaidPlan, Subscription } from '#contract/trade/subscriptions.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import styles from './subscriptions.module.css';

/** "Stay monthly", "Keep the 3-month plan". */
export const stayText = (type: PaidPlan) =>
  type === 'monthly' || type === 'yearly' ? `Stay ${type}` : `Keep the ${planAdjectives[type]} plan`;

/** What a fan can do with a subscription; each action has its own dialog. */
export type Action = 'pay' | 'price' | 'resume' | 'cancel' | 'card' | PaidPlan;
/** Opens the dialog of an action. */
export type Ask = (action: Action, subscription: Subscription) => void;

const isRunning = ({ state, periodEnd }: Subscription) =>
  (state === 'active' || state === 'cancelled') && periodEnd !== null;

/** The most likely action for the current state. */
function mainAction({ state, type, newPrice }: Subscription): { action: Action; label: string } | null {
  if (state === 'past_due') return { action: 'pay', label: 'Pay now' };
  if (state === 'cancelled') return { action: 'resume', label: 'Resume' };
  return state === 'active' && isPaid(type) && newPrice !== null
    ? { action: 'price', label: 'Review new price' }
    : null;
}

/** Shorter plans begin at the end of the paid period, which a canceled subscription doesn't continue past. */
const isLonger = (plan: PaidPlan, type: PaidPlan) => monthsPerPlan[plan] > monthsPerPlan[type];

function switches(subscription: Subscription, ask: Ask): MenuItem[] {
  const { type, state, nextType, plans } = subscription;
  if (!isRunning(subscription) || !isPaid(type)) return [];
  if (nextType) return [{ label: stayText(type), onSelect: () => ask(type, subscription) }];
  return plans
    .filter((plan) => plan !== type && (state !== 'cancelled' || isLonger(plan, type)))
    .map((plan) => ({ label: `Switch to ${planNames[plan]}`, onSelect: () => ask(plan, subscription) }));
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
