import Copy from 'lucide-react/icons/copy';
import Share2 from 'lucide-react/icons/share-2';
import type { OwnReferralCode } from '#contract/money/referrals.ts';
import { copyLink, copyText, share } from '#components/content/community/share.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { useRate } from '#ui/content/money.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import styles from './referrals.module.css';
import { pricingText } from './referral-labels.tsx';

/** The user's referral code and link, with buttons to copy and share them. */
export function CodeCard({ own }: { own: OwnReferralCode }) {
  const { siteName } = useAppSelector(selectSettings);
  return (
    <Card>
      <Stack gap={12}>
        <div>
          <p className={styles.label}>Your code</p>
          <p className={styles.code} data-testid="referral-code">
            {own.code}
          </p>
        </div>
        <div>
          <p className={styles.label}>Your link</p>
          <p className={styles.link}>{own.link}</p>
        </div>
        <Row>
          <Button
            variant="primary"
            icon={<Share2 size={18} aria-hidden="true" />}
            onClick={() => share(own.link, `Join me on ${siteName}`)}
          >
            Share link
          </Button>
          <Button icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copyLink(own.link)}>
            Copy link
          </Button>
          <Button
            icon={<Copy size={18} aria-hidden="true" />}
            onClick={() => void copyText(own.code, 'Code copied')}
          >
            Copy code
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}

export const HowItWorks = ({ own }: { own: OwnReferralCode }) => (
  <Section title="How it works">
    <ol className={styles.steps}>
      {pricingText(own, useRate()).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </Section>
);
