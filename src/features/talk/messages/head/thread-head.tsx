import ArrowLeft from 'lucide-react/icons/arrow-left';
import PanelRight from 'lucide-react/icons/panel-right';
import Images from 'lucide-react/icons/images';
import Search from 'lucide-react/icons/search';
import { useRouter } from 'next/router';
import { Suspense, useRef, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import { selectIsTyping } from '#state/messages/conversation.ts';
import { useApi, useAppSelector, useAppStore } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { IconButton, buttonClass } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { VerifiedMark } from '#ui/content/verified-mark.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import styles from '../messages.module.css';

// Loaded on first use.
const MediaPanel = lazyPart(async () => (await import('../media/media-panel.tsx')).MediaPanel);

/** Whether the other participant is typing or online; otherwise their username. */
function Presence({ conversation: { _id, recipient } }: { conversation: Conversation }) {
  const typing = useAppSelector((state) => selectIsTyping(state, _id));
  const state = recipient?.isOnline ? 'Online' : recipient ? `@${recipient.username}` : '';
  return (
    <p className={styles.presence} aria-live="polite">
      {typing ? 'is typing…' : state}
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

const searchLabel = 'Search this conversation';
const mediaLabel = 'Media in this conversation';

interface HeadProps {
  readonly conversation: Conversation;
  readonly onSearch: () => void;
  /** For a creator talking to a fan: shows what they know about them. */
  readonly onAbout: (() => void) | null;
}

/** On a narrow screen, the buttons beside the menu are in it instead, to leave space for the name. */
const isNarrow = () => matchMedia('(max-width: 479px)').matches;

/** Everything sent in the conversation. */
function Media({ conversation: { _id, recipient }, isOnPage, onClose }: MediaProps) {
  const ownId = useAppSelector(selectCurrentUser)?._id ?? '';
  return (
    <Suspense fallback={null}>
      <MediaPanel
        conversationId={_id}
        ownId={ownId}
        name={recipient?.name ?? 'a deleted account'}
        isOnPage={isOnPage}
        onClose={onClose}
      />
    </Suspense>
  );
}
interface MediaProps {
  readonly conversation: Conversation;
  readonly isOnPage: () => boolean;
  readonly onClose: () => void;
}

/** Above the messages: who it is, and what can be done. */
export function Head({ conversation, onSearch, onAbout }: HeadProps) {
  const { recipient } = conversation;
  const [api, store, router] = [useApi(), useAppStore(), useRouter()];
  const head = useRef<HTMLElement>(null);
  const [showsMedia, setShowsMedia] = useState(false);
  const openMedia = () => setShowsMedia(true);
  const leave = () => void router.push(routes.messages);
  const buildMenu = async (): Promise<MenuItem[]> => [
    ...(isNarrow()
      ? [
          { label: searchLabel, icon: <Search />, onSelect: onSearch },
          { label: mediaLabel, icon: <Images />, onSelect: openMedia },
        ]
      : []),
    ...(await (await import('../person-items.ts')).conversationMenu(conversation, { api, store, leave })),
  ];
  return (
    <header ref={head} className={styles.head}>
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
      <IconButton label={searchLabel} onClick={onSearch} className={styles.roomy}>
        <Search size={20} />
      </IconButton>
      <IconButton label={mediaLabel} aria-haspopup="dialog" onClick={openMedia} className={styles.roomy}>
        <Images size={20} />
      </IconButton>
      <Menu label={`More options for ${recipient?.name ?? 'this conversation'}`} items={buildMenu} />
      {showsMedia ? (
        <Media
          conversation={conversation}
          isOnPage={() => head.current !== null}
          onClose={() => setShowsMedia(false)}
        />
      ) : null}
    </header>
  );
}
