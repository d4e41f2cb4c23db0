import { useState } from 'react';
import { sentPassword } from '#services/people/auth/password-hash.ts';
import { stepUp } from '#services/people/auth/factors.ts';
import { beginPasskeyProof } from '#services/people/auth/passkeys.ts';
import { useApi, useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import type { ProofRequest } from '#services/http/proof.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { CodeInput } from './code-input.tsx';
import { signChallenge } from './passkeys.ts';

interface WayProps {
  readonly onProved: () => void;
}

function ByPassword({ onProved }: WayProps) {
  const api = useApi();
  const { passwordHashing } = useAppSelector(selectSettings);
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password ? {} : { password: 'Enter your password.' }),
    submit: async ({ password }) => {
      await stepUp(api, { body: { password: await sentPassword(password, passwordHashing) } });
      onProved();
    },
  });
  return (
    <Form method="post" onSubmit={form.onSubmit}>
      <Stack>
        <FormErrors errors={form.errors} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus=""
          required
          {...form.text('password')}
        />
        <Button type="submit" variant="primary" block busy={form.busy}>
          Continue
        </Button>
      </Stack>
    </Form>
  );
}

function ByCode({ onProved }: WayProps) {
  const api = useApi();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() ? {} : { code: 'Enter the code.' }),
    submit: async ({ code }) => {
      await stepUp(api, { body: { code } });
      onProved();
    },
  });
  return (
    <Form method="post" onSubmit={form.onSubmit}>
      <Stack>
        <FormErrors errors={form.errors} />
        <CodeInput data-autofocus="" {...form.text('code')} />
        <Button type="submit" variant="primary" block busy={form.busy}>
          Continue
        </Button>
      </Stack>
    </Form>
  );
}

function ByPasskey({ onProved }: WayProps) {
  const api = useApi();
  const form = useForm({
    initial: {},
    submit: async () => {
      await stepUp(api, { body: { passkey: await signChallenge(await beginPasskeyProof(api)) } });
      onProved();
    },
  });
  return (
    <Form method="post" onSubmit={form.onSubmit}>
      <Stack>
        <FormErrors errors={form.errors} />
        <Button type="submit" variant="primary" block data-autofocus="" busy={form.busy}>
          Use a passkey
        </Button>
      </Stack>
    </Form>
  );
}

const known = {
  password: { Proof: ByPassword, label: 'Use your password instead' },
  code: { Proof: ByCode, label: 'Use a code instead' },
  passkey: { Proof: ByPasskey, label: 'Use a passkey instead' },
};
type Way = keyof typeof known;
const isKnown = (way: string): way is Way => way in known;

/** Asks for the password, a code or a passkey before a sensitive change. */
export function StepUpDialog({ requested }: { requested: ProofRequest }) {
  const ways = requested.ways.filter(isKnown);
  const [way = ways[0], choose] = useState<Way>();
  const Proof = way && known[way].Proof;
  return (
    <Dialog open onClose={() => requested.answer(false)} title="Confirm that it’s you">
      <Stack>
        <p>
          {Proof
            ? 'We ask before sensitive changes. You won’t be asked again for a while.'
            : 'Log out and log in again, then make this change within 10 minutes.'}
        </p>
        {Proof ? <Proof onProved={() => requested.answer(true)} /> : null}
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="quiet" block onClick={() => choose(other)}>
              {known[other].label}
            </Button>
          ))}
      </Stack>
    </Dialog>
  );
}
