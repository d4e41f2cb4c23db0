import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import { unsubscribe } from '#services/people/notifications.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';

const Done = ({ what }: { what: string }) => (
  <>
    <PageHeader
      title="You’re unsubscribed"
      text={`We won’t send you ${what} anymore. You can turn them back on in your account.`}
    />
    <div>
      <ButtonLink variant="primary" href={`${routes.userAccount}?tab=notifications`}>
        Notification settings
      </ButtonLink>
    </div>
  </>
);

/** `/unsubscribe?token=…`: the target of the link in emails. Asks first, because mail scanners open links too. */
export function UnsubscribeView() {
  const { query } = useRouter();
  const token = typeof query.token === 'string' ? query.token : '';
  const [stop, { isLoading }] = useWrite(unsubscribe);
  const [state, setState] = useState<'asking' | 'done' | 'failed'>('asking');
  const confirm = async () => {
    const { error } = await stop({ body: { token } });
    setState(error ? 'failed' : 'done');
  };
  const what = token.split('.')[1] === 'digest' ? 'notification digests' : 'emails like this one';
  return (
    <Stack gap={24}>
      <PageHead title="Unsubscribe" unlisted />
      {state === 'done' ? (
        <Done what={what} />
      ) : (
        <>
          <PageHeader
            title="Unsubscribe"
            text={`Stop receiving ${what}? You’ll still see your notifications on the site.`}
          />
          {state === 'failed' ? (
            <Notice tone="danger" title="That didn’t work">
              Open the link from the email again, or change your notification settings in your account.
            </Notice>
          ) : null}
          <div>
            <Button variant="primary" busy={isLoading} onClick={() => void confirm()}>
              Unsubscribe
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}
