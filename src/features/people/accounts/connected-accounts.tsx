import { useState } from 'react';
import { useRouter } from 'next/router';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { providerNames, useSocialLogin } from '#components/people/auth/use-social-login.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { SocialProvider } from '#contract/people/auth/social.ts';
import { problemMessage } from '#lib/problem.ts';
import { disconnectProvider, listConnections } from '#services/people/auth/social.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Button } from '#ui/content/button.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './account.module.css';

type Connections = ReplyOf<'GET /auth/social'>;

function Disconnect({ provider, onClose }: { provider: SocialProvider; onClose: () => void }) {
  const [disconnect, { isLoading }] = useWrite(disconnectProvider);
  const name = providerNames[provider];
  const confirm = async () => {
    const { error } = await disconnect({ params: { provider } });
    if (error) toast.error(problemMessage(error));
    else toast.success(`${name} is disconnected.`);
    onClose();
  };
  return (
    <LazyConfirmDialog
      open
      title={`Disconnect ${name}?`}
      text={`You won’t be able to log in with ${name} until you connect it again.`}
      confirmLabel="Disconnect"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

function Provider({ provider, connections }: { provider: SocialProvider; connections: Connections }) {
  const { asPath } = useRouter();
  const { start, busy, problem } = useSocialLogin();
  const [asks, setAsks] = useState(false);
  const connected = connections.data.find((each) => each.provider === provider);
  const name = providerNames[provider];
  return (
    <Stack gap={8}>
      {problem ? <ErrorBox problem={problem}>{problem}</ErrorBox> : null}
      <Row justify="between" wrap={false}>
        <div className={styles.who}>
          <strong>{name}</strong>
          <p className={styles.quiet}>{connected ? <bdi>{connected.name}</bdi> : 'Not connected'}</p>
        </div>
        {connected ? (
          <Button aria-label={`Disconnect ${name}`} onClick={() => setAsks(true)}>
            Disconnect
          </Button>
        ) : (
          <Button
            aria-label={`Connect ${name}`}
            busy={busy !== null}
            onClick={() => void start(provider, { connect: true, back: asPath })}
          >
            Connect
          </Button>
        )}
      </Row>
      {asks ? <Disconnect provider={provider} onClose={() => setAsks(false)} /> : null}
    </Stack>
  );
}

const skeleton = (
  <Skeleton>
    <SkeletonText lines={2} />
  </Skeleton>
);

/** Providers to log in with. Absent where the site has none. */
export function ConnectedAccounts() {
  const { socialLogins } = useAppSelector(selectSettings);
  const request = useRead(listConnections, socialLogins.length === 0 ? null : {});
  if (socialLogins.length === 0) return null;
  return (
    <SectionCard title="Connected accounts" text="Log in with an account you already have elsewhere.">
      <LoadedView request={request} skeleton={skeleton} level={3}>
        {(connections) => (
          <Stack>
            {socialLogins.map((provider) => (
              <Provider key={provider} provider={provider} connections={connections} />
            ))}
            {connections.hasPassword ? null : (
              <p>You have no password yet. You can set one under “Password”.</p>
            )}
          </Stack>
        )}
      </LoadedView>
    </SectionCard>
  );
}
