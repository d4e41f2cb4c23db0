import { useState } from 'react';
import { routes } from '#config/routes.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import styles from './home.module.css';

const storageKey = (accountId: string | undefined): string => `first-steps-dismissed:${accountId ?? ''}`;

/** Without storage, the panel comes back. */
function isDismissed(accountId: string | undefined): boolean {
  try {
    return localStorage.getItem(storageKey(accountId)) !== null;
  } catch {
    return false;
  }
}
function dismiss(accountId: string | undefined): void {
  try {
    localStorage.setItem(storageKey(accountId), '1');
  } catch {
    // It is gone until the page is opened again.
  }
}

/** Above an empty feed: leads a new account to its first steps, until it is dismissed on this device. */
export function FirstSteps() {
  const accountId = useAppSelector(selectAuthUser)?._id;
  const [gone, setGone] = useState(() => isDismissed(accountId));
  if (gone) return null;
  const close = () => {
    dismiss(accountId);
    setGone(true);
  };
  return (
    <Card className={styles.steps}>
      <Section
        title="Fill your home feed"
        text="Choose what you’re interested in and follow a few creators. It takes a minute."
      >
        <div className={styles.stepActions}>
          <ButtonLink variant="primary" href={routes.welcome}>
            Get started
          </ButtonLink>
          <Button variant="quiet" onClick={close}>
            Dismiss
          </Button>
        </div>
      </Section>
    </Card>
  );
}
