import type { PerformerCard } from '#contract/core/schemas.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { followRequested, selectIsFollowed, unfollowRequested } from '#state/session/follow.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { Button, type ButtonVariant } from '#ui/content/button.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { loginFirst } from '../auth/login-first.ts';

export interface FollowButtonProps {
  readonly performer: Pick<PerformerCard, '_id' | 'name'>;
  /** Whether the record that the page was rendered with says so. */
  readonly isFollowed: boolean;
  /** Subscribers see the creator's posts without following, so following isn't offered to them. */
  readonly isSubscribed?: boolean;
  /** Variant while not following. */
  readonly variant?: ButtonVariant;
  readonly large?: boolean;
}

/**
 * Follows optimistically and rolls back with an error message if the server rejects it. Renders nothing for
 * the viewer's own profile and for subscribers who don't follow.
 */
export function FollowButton({
  performer: { _id, name },
  isFollowed,
  isSubscribed = false,
  variant = 'soft',
  large,
}: FollowButtonProps) {
  const dispatch = useAppDispatch();
  const followed = useAppSelector((state) => selectIsFollowed(state, _id, isFollowed));
  const own = useAppSelector((state) => selectAuthUser(state)?._id === _id);
  if (own || (isSubscribed && !followed)) return null;
  const press = () => {
    if (loginFirst({ why: `follow ${name}`, act: { do: 'follow', id: _id, name } }))
      dispatch(followed ? unfollowRequested(_id) : followRequested(_id));
  };
  return (
    <Button
      variant={followed ? 'secondary' : variant}
      large={large}
      title={followed ? `Unfollow ${name}` : undefined}
      onClick={press}
    >
      <span>
        {followed ? 'Following' : 'Follow'} <VisuallyHidden>{name}</VisuallyHidden>
      </span>
    </Button>
  );
}
