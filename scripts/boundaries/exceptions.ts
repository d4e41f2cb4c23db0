// Exceptions from the rules, with reasons, as `<file or area> <does> <what>`. An exception that is no longer
// needed is an error.
export const exceptions: Readonly<Record<string, string>> = {
  // Dynamic imports
  'src/backend/node/database/postgres-binaries.ts loads by a made name':
    'the package of PostgreSQL is called after the machine it is for',

  // Tables written outside their area
  'demo writes any table': 'it makes a past that no call could make',
  'src/backend/demo/engagement-rows.ts writes a table by its name':
    'the counts of every kind of work are summed in one loop over its own list of tables',
  'src/backend/node/database/restore.ts writes a table by its name':
    'it puts a whole database back, whatever tables the backup has',
  'src/backend/node/operator/deps.ts writes auditLog':
    'a command is noted even where it failed, on a connection outside its transaction',
  'leaving writes any table':
    'a deleted account goes from all tables by one list, which a test compares with the schema',
  'leaving writes a table by its name':
    'a deleted account goes from all tables by one list, which a test compares with the schema',
  'src/backend/jobs/tidy.ts writes idempotencyKeys': 'what has served its time goes in one place',
  'src/backend/jobs/tidy.ts writes loginChallenges': 'what has served its time goes in one place',
  'src/backend/jobs/tidy.ts writes formerUsernames': 'what has served its time goes in one place',
  'src/backend/jobs/tidy.ts writes oneTimeTokens': 'what has served its time goes in one place',
  'src/backend/jobs/tidy.ts writes rateLimits': 'what has served its time goes in one place',
  'src/backend/jobs/tidy.ts writes sessions': 'what has served its time goes in one place',
  'media-items writes comments': 'a work that goes takes its talk with it; community comes after it',
  'media-items writes reactions': 'a work that goes takes its likes with it; community comes after it',
  'media-items writes galleries':
    'what a gallery shows is counted for publishing too, which comes before galleries',
  'src/backend/domain/content/media-items/objects-query.ts writes a table by its name':
    'likes, bookmarks and comments are counted on the row of any of the six kinds of work',
  'src/backend/domain/content/media-items/item-states.ts writes a table by its name':
    'posts, videos, galleries, photos and products change their state by one rule; their areas come after it',
  'src/backend/domain/content/videos/watching-query.ts writes rateLimits':
    'a view is counted in the statement that remembers who was counted today',

  // Tables that access decides by, read for other purposes
  'audit reads purchases': 'it checks the books',
  'earnings reads subscriptions': 'the statement names what was paid for',
  'galleries reads purchases': 'photos that were sold stay for those who bought them',
  'galleries reads purchaseFiles': 'photos that were sold stay for those who bought them',
  'ledger reads purchases': 'sums of sales are counted by what was bought',
  'library reads purchases': 'its page lists what was bought',
  'library reads follows': 'creators are added to a list from those whom the viewer follows',
  'messages reads purchases': 'a creator sees which messages were bought, a buyer keeps the words',
  'messages reads follows': 'a creator’s inbox is filtered by who is a fan',
  'messages reads subscriptions': 'a creator’s inbox is filtered by who is a fan',
  'broadcasts reads follows': 'a mass message goes to groups of fans: who follows, subscribed or bought',
  'broadcasts reads subscriptions':
    'a mass message goes to groups of fans: who follows, subscribed or bought',
  'broadcasts reads purchases':
    'a mass message goes to groups of fans, and its results count what was bought',
  'broadcasts reads purchaseFiles': 'fans who already bought the files are left out',
  'statistics reads purchases': 'a creator’s figures count what was bought',
  'posts reads purchases': 'a buyer keeps the words as they were sold, and sold files stay',
  'blocks reads subscriptions': 'a block stops what would renew',
  'payments reads subscriptions': 'a card says what is renewed with it',
  'creators reads follows': 'whom the viewer follows isn’t suggested, and who shares followers is',
  'search reads follows': 'creators trend by how many people began to follow them',
  'search reads purchases': 'creators trend by how much of theirs is unlocked',
  'leaving reads follows': 'a deleted account no longer follows anybody',
  'leaving reads purchases': 'what was bought stays for its buyers when an account is deleted',
  'accounts reads follows': 'people to write to are found among fans',
  'accounts reads subscriptions': 'people to write to are found among fans',

  // Audiences compared without deciding access
  'src/backend/domain/content/posts/timeline-query.ts compares audience':
    'visitors’ pages take what is open to everybody from an index of it; each post is judged after that',
  'src/backend/domain/content/galleries/photo-creator-queries.ts compares audience':
    'a creator filters their own photos',
  'src/backend/domain/people/creators/queries.ts compares audience':
    'whom an offer is for, not who reads what',

  // Sockets
  'src/backend/create-backend.ts holds the transport': 'it hands the host’s transport to the hub',
  'src/backend/node/process/server-socket.ts carries sockets': 'it is the transport',
  'src/backend/node/process/calls.ts carries sockets': 'processes call each other on its channel',
  'src/backend/node/process/joined-processes.ts carries sockets':
    'it joins the transports of several processes',

  // Connections to servers that no person can name
  'src/backend/http/monitoring.ts connects by itself':
    'the operator’s DSN, which may be inside their network; redirects aren’t followed',
  'src/backend/node/ports/identity-providers.ts connects by itself':
    'the protocol’s library, whose every call goes through the guarded fetch',
  'src/backend/node/ports/web-push.ts connects by itself':
    'the library only encrypts; what it made is sent through the guarded fetch',
  'src/backend/node/live/agora-live.ts connects by itself': 'Agora’s own address',
  'src/backend/node/dev/forward.ts connects by itself':
    'development only: this machine, to the process with the API',
  'src/backend/node/ports/recaptcha.ts connects by itself': 'Google’s own address',
  'src/backend/node/payments/stripe-client.ts connects by itself': 'Stripe’s own address',
  'src/backend/node/ports/s3-objects.ts connects by itself': 'the operator’s store; redirects are errors',
  'src/backend/node/ports/mail.ts connects by itself': 'the operator’s mail server',
  'src/lib/device/missing-code.ts connects by itself': 'asks whether a script is gone, which is no call',
};
