import { PostPoll } from '#components/content/posts/post-poll.tsx';
import type { Poll } from '#components/content/posts/use-poll.ts';
import { aPost } from '../../../setup/factories/posts.ts';

const poll = (changes: Partial<Poll> = {}): Poll => ({
  question: 'Which glaze next?',
  options: [
    { _id: 'a', text: 'Celadon', votes: 120 },
    { _id: 'b', text: 'Tenmoku, which is darker than it looks in the picture', votes: 60 },
  ],
  multiple: false,
  expiresAt: '2026-11-22T10:00:00.000Z',
  resultsVisible: 'always',
  total: 180,
  ownVotes: [],
  ...changes,
});
const post = aPost();

export const Open = () => <PostPoll post={post} poll={poll()} />;
export const MultipleChoice = () => (
  <PostPoll
    post={post}
    poll={poll({
      multiple: true,
      total: null,
      resultsVisible: 'afterVote',
      options: [
        { _id: 'a', text: 'Celadon', votes: null },
        { _id: 'b', text: 'Tenmoku', votes: null },
      ],
    })}
  />
);
export const Voted = () => <PostPoll post={post} poll={poll({ ownVotes: ['a'] })} />;
export const Ended = () => (
  <PostPoll post={post} poll={poll({ ownVotes: ['b'], expiresAt: '2026-11-19T10:00:00.000Z' })} />
);
