import { Loader } from '@mantine/core';
import classes from './loading-text.module.css';

/** Shows a loader and says which content is loading. */
export function LoadingText({ children = 'Loading...' }: { children?: string }) {
  return (
    <div role="status" className={classes.loading} data-empty>
      <Loader size="sm" aria-hidden="true" />
      <span>{children}</span>
    </div>
  );
}
