import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { isComposing } from '#ui/forms/composing.ts';
import { IconButton } from '#ui/content/button.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { MessageHits } from './message-hits.tsx';
import searchStyles from './message-search.module.css';
import { useSettled } from '#ui/hooks/use-settled.ts';

interface ThreadSearchProps {
  readonly conversationId: string;
  readonly ownId: string;
  readonly onClose: () => void;
}

/** Searches one conversation, above its messages. */
export function ThreadSearch({ conversationId, ownId, onClose }: ThreadSearchProps) {
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim());
  return (
    <div className={searchStyles.panel} role="search" aria-label="Search this conversation">
      <div className={searchStyles.bar}>
        <div className={searchStyles.field}>
          <TextInput
            label="Search this conversation"
            hideLabel
            placeholder="Search this conversation"
            type="search"
            maxLength={100}
            prefix={<Search size={16} />}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened by a press just now
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onClose()}
          />
        </div>
        <IconButton label="Close search" onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      {q ? <MessageHits search={{ q, conversationId }} ownId={ownId} /> : null}
    </div>
  );
}
