import { Age } from '#ui/data/age.tsx';
import { RowCard, RowCardHead } from '#ui/data/table/row-cards.tsx';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { FailedJob } from '@trace/contract/operations/operations.schema';
import { operationsTexts as texts } from '@trace/contract/operations/operations.texts';
import { PagedList } from './operations-list.tsx';
import classes from './operations-list.module.css';
import { failedJobsQuery, useRetryJob } from './operations.queries.ts';

interface JobsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The jobs that were given up, each with its reason and another try. */
export function OperationsJobsDialog({ isOpen, onClose }: JobsDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={texts.openJobs} text={texts.jobsIntro} size="lg" isTall onClose={onClose}>
      <FailedJobs onClose={onClose} />
    </Dialog>
  );
}

function FailedJobs({ onClose }: { onClose: () => void }) {
  const query = useInfiniteQuery(failedJobsQuery);
  const jobs = query.data?.pages.flatMap((page) => page.jobs) ?? [];
  return (
    <PagedList
      label={texts.openJobs}
      query={query}
      icon={IconListCheck}
      empty={texts.noFailedJobs}
      onClose={onClose}
      rows={jobs.map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    />
  );
}

function JobCard({ job: { id, name, attempts, reason, failedAt } }: { job: FailedJob }) {
  const retry = useRetryJob();
  return (
    <RowCard className={classes.row}>
      <RowCardHead>
        <div className={classes.main}>
          <p className={classes.title}>{name}</p>
          <p className={classes.sub}>{reason}</p>
        </div>
        <div className={classes.actions}>
          <Button
            size="xs"
            variant="default"
            aria-label={texts.retryOf(name)}
            loading={retry.isPending}
            onClick={() => retry.mutate(id)}
          >
            {texts.retry}
          </Button>
        </div>
      </RowCardHead>
      <p className={classes.facts}>
        {texts.failedAfter(attempts)} · <Age at={failedAt} />
      </p>
    </RowCard>
  );
}
