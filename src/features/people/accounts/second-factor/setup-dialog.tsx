import { useEffect, useState } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { beginSecondFactor, confirmSecondFactor } from '#services/people/auth/factors.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Skeleton, SkeletonBlock, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { QrCode } from '#ui/content/qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';

interface Prepared {
  readonly secret: string;
  readonly uri: string;
}

/** The secret isn't kept in the store, where it would outlive the dialog. */
function usePrepared() {
  const api = useApi();
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isGone = false;
    beginSecondFactor(api).then(
      (begun) => !isGone && setPrepared(begun),
      (caught: unknown) => !isGone && setProblem(problemMessage(caught)),
    );
    return () => {
      isGone = true;
    };
  }, [api, tries]);
  const again = () => {
    setProblem(null);
    setTries(tries + 1);
  };
  return { prepared, problem, again };
}

/** In groups of four, to type it into an app. */
const grouped = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ');

function Confirm({ prepared, onCodes }: { prepared: Prepared; onCodes: (codes: readonly string[]) => void }) {
  const api = useApi();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (/^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? {} : { code: 'Enter the 6 digits.' }),
    submit: async ({ code }) => onCodes((await confirmSecondFactor(api, { body: { code } })).recoveryCodes),
  });
  return (
    <Form method="post" onSubmit={form.onSubmit}>
      <Stack>
        <p>Scan this code with an authenticator app, such as the one of your password manager.</p>
        <QrCode text={prepared.uri} label="QR code for your authenticator app" />
        <p>
          Can’t scan it? Enter this key instead:{' '}
          <span className={styles.secret}>{grouped(prepared.secret)}</span>
        </p>
        <FormErrors errors={form.errors} />
        <TextInput
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          required
          {...form.text('code')}
        />
        <Button type="submit" variant="primary" block busy={form.busy}>
          Turn on
        </Button>
      </Stack>
    </Form>
  );
}

function Prepare({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const { prepared, problem, again } = usePrepared();
  if (prepared) return <Confirm prepared={prepared} onCodes={onCodes} />;
  if (problem) return <ErrorState level={3} compact text={problem} onRetry={again} />;
  return (
    <Skeleton label="Preparing">
      <Stack>
        <SkeletonText lines={2} />
        <SkeletonBlock ratio={1} width="220px" />
      </Stack>
    </Skeleton>
  );
}

/** Sets up an authenticator app: scan, enter a code, save the recovery codes. */
export function SetupDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={codes === null}
      title={codes ? 'Two-factor authentication is on' : 'Set up two-factor authentication'}
    >
      {codes ? <RecoveryCodes codes={codes} onDone={onClose} /> : <Prepare onCodes={setCodes} />}
    </Dialog>
  );
}
