import { Card, Title } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { AsOf } from './as-of.tsx';
import classes from './section-card.module.css';

interface SectionCardProps {
  title: string;
  /** Stands opposite the title: a badge, a count, an age. */
  aside?: ReactNode;
  children: ReactNode;
  /** Shows the age of this query's data while offline. */
  queryKey?: QueryKey;
  /** Content that reaches the border, such as a map or rows with hairlines. */
  isFlush?: boolean;
}

/** A section of a page with a heading. Screen readers find the section as a region with the heading's name. */
export function SectionCard({ title, aside, queryKey, children, isFlush = false }: SectionCardProps) {
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} padding={0} className={classes.card ?? ''}>
      <div className={classes.head}>
        <Title order={2} id={titleId}>
          {title}
        </Title>
        <div className={classes.aside}>
          {aside && <div>{aside}</div>} <AsOf {...(queryKey && { queryKey })} />
        </div>
      </div>
      <div className={isFlush ? classes.flush : classes.body}>{children}</div>
    </Card>
  );
}
