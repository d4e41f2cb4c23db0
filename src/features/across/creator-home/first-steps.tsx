import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import { routes } from '#config/routes.ts';
import { share } from '#components/content/community/share.ts';
import type { CreatorHome } from '#services/money/earnings.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { Button } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { cx } from '#ui/theme/class-names.ts';
import styles from './creator-home.module.css';

type Step = NonNullable<CreatorHome['steps']>[number];

const stepTexts: Readonly<
  Record<Step['kind'], { readonly label: string; readonly hint: string; readonly href: string }>
> = {
  picture: {
    label: 'Add a profile picture',
    hint: 'Shown next to everything you post.',
    href: routes.creatorAccount,
  },
  bio: { label: 'Write your bio', hint: 'Tell people what they can expect.', href: routes.creatorAccount },
  price: {
    label: 'Choose your price',
    hint: 'No one can subscribe until you set a price or make it free.',
    href: `${routes.creatorAccount}?tab=membership`,
  },
  post: {
    label: 'Publish your first post',
    hint: 'A public one shows new fans what you make.',
    href: routes.newPost,
  },
  payout_method: {
    label: 'Add a payout method',
    hint: 'Where we send your payouts.',
    href: `${routes.creatorAccount}?tab=payouts`,
  },
  share: {
    label: 'Share your page',
    hint: 'Done once you have a follower or subscriber.',
    href: '',
  },
};

/** Opens the share sheet with the creator's own page. */
function ShareButton() {
  const user = useAppSelector(selectCurrentUser);
  if (!user) return null;
  return <Button onClick={() => share(routes.profile(user.username || user._id), user.name)}>Share</Button>;
}

function StepLine({ step: { kind, isDone } }: { step: Step }) {
  const { label, hint, href } = stepTexts[kind];
  const Mark = isDone ? CircleCheck : Circle;
  return (
    <li className={cx(styles.line, isDone && styles.done)}>
      <Mark size={20} aria-hidden="true" className={styles.mark} />
      <span className={styles.words}>
        {isDone ? (
          <>
            {label} <VisuallyHidden>(done)</VisuallyHidden>
          </>
        ) : (
          <>
            {href ? <Link href={href}>{label}</Link> : label}
            <span className={styles.hint}>{hint}</span>
          </>
        )}
      </span>
      {kind === 'share' && !isDone ? <ShareButton /> : null}
    </li>
  );
}

/** What a new creator does first; it goes once everything is done. */
export const FirstSteps = ({ steps }: { steps: readonly Step[] }) => (
  <SectionCard
    title="First steps"
    text={`${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done`}
  >
    <ol className={styles.list}>
      {steps.map((step) => (
        <StepLine key={step.kind} step={step} />
      ))}
    </ol>
  </SectionCard>
);
