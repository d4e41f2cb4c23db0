import { useState } from 'react';

const pictureOf = ({ files, thumbnail }) =>
  [...((thumbnail ?? files[0])?.sizes ?? []), ...((thumbnail ?? files[0])?.thumbnails ?? [])][0] ?? null;
const shown = (feed) => ({
  _id: feed._id,
  text: feed.text,
  name: feed.performer.name,
  avatar: feed.performer.avatar,
  createdAt: feed.createdAt,
  likes: feed.counts.likes,
  picture: pictureOf(feed),
});

/** As many posts as a profile has at first, of the server that is measured: who, when, what, a picture, and a button that counts. */
export async function getServerSideProps() {
  const answer = await fetch(`${process.env.MEASURED_URL}/api/v1/user/feeds?limit=12`);
  const { data } = await answer.json();
  const posts = data.data.map(shown);
  return { props: { posts, origin: process.env.MEASURED_URL } };
}

const address = (url, origin) => (url.startsWith('/') ? origin + url : url);

function Post({ post, origin, first }) {
  const [liked, setLiked] = useState(false);
  return (
    <article>
      <header>
        <img src={address(post.avatar, origin)} alt="" width={40} height={40} /> <strong>{post.name}</strong>{' '}
        <time dateTime={post.createdAt}>{post.createdAt.slice(0, 10)}</time>
      </header>
      <p>{post.text}</p>
      {post.picture ? (
        <img
          src={address(post.picture.url, origin)}
          alt=""
          width={post.picture.width}
          height={post.picture.height}
          loading={first ? 'eager' : 'lazy'}
          style={{ maxWidth: '100%', height: 'auto' }}
        />
      ) : null}
      <button type="button" aria-pressed={liked} onClick={() => setLiked(!liked)}>
        {post.likes + (liked ? 1 : 0)}
      </button>
    </article>
  );
}

export default function Posts({ posts, origin }) {
  return (
    <main>
      <h1>Posts</h1>
      {posts.map((post, at) => (
        <Post key={post._id} post={post} origin={origin} first={at === 0} />
      ))}
    </main>
  );
}
