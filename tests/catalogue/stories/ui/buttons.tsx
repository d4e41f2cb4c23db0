import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Button, IconButton, TextButton } from '#ui/content/button.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';

export const Variants = () => (
  <Row>
    <Button variant="primary">Publish post</Button>
    <Button>Save draft</Button>
    <Button variant="soft">Follow</Button>
    <Button variant="quiet">Cancel</Button>
    <Button variant="danger">Delete post</Button>
    <Button variant="quietDanger">Remove</Button>
  </Row>
);
export const Sizes = () => (
  <Stack>
    <Button large>Large</Button>
    <Button variant="primary" block>
      As wide as its parent
    </Button>
    <Button icon={<Plus size={18} />}>With an icon</Button>
  </Stack>
);
export const Busy = () => (
  <Row>
    <Button variant="primary" busy>
      Publish post
    </Button>
    <Button busy>Save draft</Button>
  </Row>
);
export const Disabled = () => (
  <Row>
    <Button variant="primary" disabled>
      Publish post
    </Button>
    <Button disabled>Save draft</Button>
    <IconButton label="Delete" disabled>
      <Trash size={20} />
    </IconButton>
  </Row>
);
export const Icons = () => (
  <Row>
    <IconButton label="Add">
      <Plus size={20} />
    </IconButton>
    <IconButton label="Delete" variant="quietDanger">
      <Trash size={20} />
    </IconButton>
  </Row>
);
export const LongLabel = () => (
  <Button variant="primary">Subscribe for $9.99 a month, and read everything that was published since</Button>
);
export const Links = () => (
  <Row>
    <ButtonLink href="/explore" variant="primary">
      Explore creators
    </ButtonLink>
    <p>
      Already a member? <TextButton>Log in</TextButton>
    </p>
  </Row>
);
