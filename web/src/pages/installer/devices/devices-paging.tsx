import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { tablePage } from '@trace/contract/fleet/fleet.table.rules';
import type { TablePage } from '@trace/contract/fleet/fleet.table.schema';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import { readDeviceFilter } from './device-filter.ts';
import classes from './devices.module.css';

/** Shows the position in the list and links to the previous and next page. */
export function DevicesPaging({ page: { devices, previous, next, counts } }: { page: TablePage }) {
  const search = useSearch({ from: '/installer-area/installer/devices' });
  const navigate = useNavigate({ from: '/installer/devices' });
  const number = previous === null ? 1 : (search.page ?? 1);
  const first = (number - 1) * tablePage.usual + 1;
  const of = counts.isMore ? texts.moreThan(counts.matching) : texts.count(counts.matching);
  const open = (change: Record<string, unknown>) =>
    void navigate({
      search: (before) => readDeviceFilter({ ...before, after: undefined, before: undefined, ...change }),
    });
  return (
    <nav aria-label={texts.pages} className={classes.paging}>
      <p aria-live="polite">{texts.range(first, first + devices.length - 1, of)}</p>
      <div className={classes.pagingButtons}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={texts.previousPage}
          disabled={previous === null}
          onClick={() => open({ before: previous, page: number - 1 })}
        >
          <IconChevronLeft size={17} stroke={1.7} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={texts.nextPage}
          disabled={next === null}
          onClick={() => open({ after: next, page: number + 1 })}
        >
          <IconChevronRight size={17} stroke={1.7} />
        </ActionIcon>
      </div>
    </nav>
  );
}
