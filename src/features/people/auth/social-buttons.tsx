import type { ComponentProps, ReactNode } from 'react';
import { AgreeByJoining, mapVersions, useAgreedPages } from '#components/people/auth/agreed-pages.tsx';
import { useReturnAddress } from '#components/people/auth/return-address.ts';
import { providerNames, useSocialLogin } from '#components/people/auth/use-social-login.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Button } from '#ui/content/button.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './auth.module.css';

interface SocialButtonsProps {
  readonly role?: 'user' | 'performer';
  /** Another way in, shown before them. */
  readonly first?: ReactNode;
  /** What the page around them says one agrees to; without it, they say so themselves. */
  readonly agreed?: ComponentProps<typeof AgreeByJoining>['pages'];
}

/** One button for each provider that is set up. */
export function SocialButtons({ role, first, agreed }: SocialButtonsProps) {
  const { socialLogins } = useAppSelector(selectSettings);
  const isSaid = agreed !== undefined;
  const own = useAgreedPages({ skip: isSaid || socialLogins.length === 0 });
  const accepted = mapVersions(agreed ?? own);
  const back = useReturnAddress();
  const { start, busy, problem } = useSocialLogin();
  if (socialLogins.length === 0 && !first) return null;
  return (
    <div className={styles.social}>
      <p className={styles.or}>or</p>
      <Stack gap={12}>
        {problem ? <ErrorBox problem={problem}>{problem}</ErrorBox> : null}
        {first}
        {socialLogins.map((provider) => (
          <Button
            key={provider}
            large
            block
            busy={busy === provider}
            disabled={busy !== null}
            onClick={() => void start(provider, { role, back, accepted })}
          >
            Continue with {providerNames[provider]}
          </Button>
        ))}
      </Stack>
      {own.length > 0 ? (
        <p className={styles.agreed}>
          <AgreeByJoining when="If this creates a new account" pages={own} />
        </p>
      ) : null}
    </div>
  );
}
