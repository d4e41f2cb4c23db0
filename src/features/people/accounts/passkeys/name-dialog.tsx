import type { Passkey } from '#contract/people/auth/passkeys.ts';
import { makePasskey } from '#components/people/auth/passkeys.ts';
import { deviceName } from '#lib/device/device-name.ts';
import { addPasskey, beginPasskey, renamePasskey } from '#services/people/auth/passkeys.ts';
import { useApi } from '#state/hooks.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

interface NameDialogProps {
  /** The passkey to rename; null to add one. */
  readonly passkey: Passkey | null;
  readonly onClose: () => void;
}

/** Names a passkey. For a new one the browser then asks where to keep it. */
export function NameDialog({ passkey, onClose }: NameDialogProps) {
  const api = useApi();
  const [add] = useWrite(addPasskey);
  const [rename] = useWrite(renamePasskey);
  const form = useForm({
    initial: { name: passkey?.name ?? deviceName(navigator.userAgent) },
    check: ({ name }) => (name.trim() ? {} : { name: 'Enter a name.' }),
    submit: async ({ name }) => {
      if (passkey) await rename({ params: { id: passkey._id }, body: { name } }).unwrap();
      else await add({ body: { name, credential: await makePasskey(await beginPasskey(api)) } }).unwrap();
      toast.success(passkey ? 'Passkey renamed.' : 'Passkey added. You can log in with it from now on.');
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={passkey ? 'Rename passkey' : 'Add a passkey'}>
      <Form method="post" onSubmit={form.onSubmit}>
        <Stack>
          {passkey ? null : (
            <p>
              A passkey logs you in with your fingerprint, face or screen lock, without a password. Your
              browser asks you next.
            </p>
          )}
          <FormErrors errors={form.errors} />
          <TextInput
            label="Name"
            hint="Helps you recognize it in the list."
            maxLength={50}
            data-autofocus=""
            required
            {...form.text('name')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            {passkey ? 'Save' : 'Continue'}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
