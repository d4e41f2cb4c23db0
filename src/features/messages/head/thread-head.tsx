import ArrowLeft from 'lucide-react/icons/arrow-left';
import PanelRight from 'lucide-react/icons/panel-right';
import Search from 'lucide-react/icons/search';
import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import type { Conversation } from '#contract/messages.ts';
import { selectIsTyping } from '#state/messages/conversation.ts';
import { useApi, useAppSelector, useAppStore } from '#state/hooks.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { IconButton, buttonClass } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { VerifiedMark } from '#ui/content/verified-mark.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { MediaButton } from '../media/media-button.tsx';
import styles from '../messages.module.css';

/** Whether the other participant is typing or online. */
function Presence({ conversation: { _id, recipient } }: { conversation: Conversation }) {
  const typing = useAppSelector((state) => selectIsTyping(state, _id));
  const online = recipient?.isOnline ? 'Online' : '';
  return (
    <p className={styles.presence} aria-live="polite">
      {typing ? 'is typing…' : online}
    </p>
  );
}

const Name = ({ recipient }: Pick<Conversation, 'recipient'>) => {
  if (!recipient) return <>Deleted account</>;
  return (
    <>
      {recipient.isPerformer ? (
        <Link href={routes.profile(recipient.username)}>{recipient.name}</Link>
      ) : (
        recipient.name
      )}{' '}
      {recipient.isVerified ? <VerifiedMark /> : null}
    </>
  );
};

interface HeadProps {
  readonly conversation: Conversation;
  readonly onSearch: () => void;
  /** For a creator talking to a fan: shows what they know about them. */
  readonly onAbout: (() => void) | null;
}

/** Above the messages: who it is, and what can be done. */
export function Head({ conversation, onSearch, onAbout }: HeadProps) {
  const { recipient } = conversation;
  const [api, store, router] = [useApi(), useAppStore(), useRouter()];
  const leave = () => void router.push(routes.messages);
  const menuOf = async () =>
    (await import('../person-items.ts')).conversationMenu(conversation, { api, store, leave });
  return (
    <header className={styles.head}>
      <Link
        href={routes.messages}
        className={buttonClass({ variant: 'quiet' }, styles.back)}
        aria-label="All conversations"
      >
        <ArrowLeft size={20} />
      </Link>
      <Avatar src={recipient?.avatar} size={40} online={recipient?.isOnline} priority />
      <div className={styles.headText}>
        <h1 className={styles.title}>
          <Name recipient={recipient} />
        </h1>
        <Presence conversation={conversation} />
      </div>
      {onAbout && recipient ? (
        <IconButton label={`About ${recipient.name}`} onClick={onAbout}>
          <PanelRight size={20} />
        </IconButton>
      ) : null}
      <IconButton label="Search this conversation" onClick={onSearch}>
        <Search size={20} />
      </IconButton>
      <MediaButton conversation={conversation} />
      <Menu label={`More options for ${recipient?.name ?? 'this conversation'}`} items={menuOf} />
    </header>
  );
}
