import type { ReactNode } from 'react';
import { useReturnAddress } from '#components/auth/return-address.ts';
import { providerNames, useSocialLogin } from '#components/auth/use-social-login.ts';
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
}

/** One button for each provider that is set up. */
export function SocialButtons({ role, first }: SocialButtonsProps) {
  const { socialLogins } = useAppSelector(selectSettings);
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
            onClick={() => void start(provider, { role, back })}
          >
            Continue with {providerNames[provider]}
          </Button>
        ))}
      </Stack>
    </div>
  );
}
