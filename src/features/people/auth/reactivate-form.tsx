import { reactivateAccount } from '#services/people/auth/factors.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Problem } from '#services/http/problem.ts';
import { useApi, useAppStore } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';

export interface ReactivateFormProps {
  /** The refusal of the login to a deactivated account. */
  readonly problem: Problem;
  readonly onSession: (session: ReplyOf<'POST /auth/login/reactivate'>) => void;
  readonly onBack: () => void;
}

/** The form replaces the one before; the keyboard goes on in it. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** The last step of logging in to a deactivated account: its owner says that they want to come back. */
export function ReactivateForm({ problem, onSession, onBack }: ReactivateFormProps) {
  const api = useApi();
  const { storage } = useAppStore().deps;
  const form = useForm({
    initial: {},
    check: () => ({}),
    submit: async () => {
      const device = storage.local.read('device');
      onSession(
        await reactivateAccount(api, {
          body: { challenge: String(problem['challenge']), ...(device && { device }) },
        }),
      );
    },
  });
  return (
    <Form method="post" onSubmit={form.onSubmit}>
      <Stack>
        <FormErrors errors={form.errors} />
        <p>You deactivated this account. Reactivate it to log in; your page is then shown as before.</p>
        <Button type="submit" ref={focus} variant="primary" large block busy={form.busy}>
          Reactivate account
        </Button>
        <Button variant="quiet" block onClick={onBack}>
          Not now
        </Button>
      </Stack>
    </Form>
  );
}
