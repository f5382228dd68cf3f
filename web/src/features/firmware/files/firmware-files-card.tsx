import { PagedList } from '#ui/data/table/paged-list.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { IconCpu } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import type { Release } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { useState } from 'react';
import { FirmwareDeleteDialog } from './firmware-delete-dialog.tsx';
import type { ReleaseAction } from './firmware-file-actions.tsx';
import { FirmwareFilesRows } from './firmware-files-rows.tsx';
import { FirmwareInfo } from './firmware-info.tsx';
import { FirmwarePublishDialog } from './firmware-publish-dialog.tsx';
import { FirmwareStartDialog } from '../rollouts/firmware-start-dialog.tsx';
import { releasesQuery, rolloutsQuery } from '../staff/firmware.staff.queries.ts';

const texts = firmwareScreenTexts.list;

/** FWM-01: the firmware files with their number, newest upload first. */
export function FirmwareFilesCard() {
  const query = useInfiniteQuery(releasesQuery);
  const [asked, setAsked] = useState<{ action: ReleaseAction; release: Release } | null>(null);
  const pages = query.data?.pages ?? [];
  const releases = pages.flatMap((page) => page.releases);
  // While the rollouts are unknown, the server alone refuses a second one.
  const rollouts = useInfiniteQuery(rolloutsQuery).data?.pages.flatMap((page) => page.rollouts) ?? [];
  const close = () => setAsked(null);
  return (
    <SectionCard title={texts.title(pages[0]?.total ?? 0)} isFlush>
      <PagedList
        query={query}
        count={releases.length}
        icon={IconCpu}
        loading={texts.loading}
        empty={texts.empty}
        failed={texts.loadFailed}
        more={firmwareScreenTexts.more}
      >
        <FirmwareFilesRows
          releases={releases}
          rollouts={rollouts}
          onAction={(action, release) => setAsked({ action, release })}
        />
      </PagedList>
      <FirmwareInfo />
      {asked?.action === 'publish' && (
        <FirmwarePublishDialog release={asked.release} keys={pages[0]?.keys ?? []} onClose={close} />
      )}
      {asked?.action === 'rollOut' && <FirmwareStartDialog release={asked.release} onClose={close} />}
      {asked?.action === 'delete' && <FirmwareDeleteDialog release={asked.release} onClose={close} />}
    </SectionCard>
  );
}
