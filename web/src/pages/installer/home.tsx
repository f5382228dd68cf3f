import { CertificationNotice } from '#features/certification/certification-notice.tsx';
import { ownCompanyQuery } from '#features/companies/companies.own.queries.ts';
import { FleetOverviewCards } from '#features/fleet/fleet-overview-cards.tsx';
import { FleetOverviewWaiting } from '#features/fleet/fleet-overview-waiting.tsx';
import { RecentUpdatesCard } from '#features/recent-updates/recent-updates-card.tsx';
import { preloadOnIntent } from '#lib/http/preload-on-intent.ts';
import { formatToday } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { paths } from '#lib/paths.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { Button } from '@mantine/core';
import { IconLayoutDashboard, IconLifebuoy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { overviewTexts as texts } from '@trace/contract/fleet/fleet.overview.texts';
import { lazy, Suspense, useState } from 'react';
import { OverviewFrame } from './overview/overview-frame.tsx';
import classes from './overview/overview.module.css';
import { QuickActions } from './overview/quick-actions.tsx';

const loadSupport = () => import('#features/tickets/tickets-request-dialog.tsx');
const SupportDialog = lazy(async () => ({ default: (await loadSupport()).TicketsRequestDialog }));

/** The installer's home page: device counts by state, three links, and the devices that need attention (IDASH-01). */
export default function InstallerHomePage() {
  const isPhone = useIsPhone();
  const title = texts.welcome(entryTexts.product);
  const { data: company } = useQuery({ ...ownCompanyQuery, select: ({ own }) => own?.company });
  const today = formatToday(useNow('halfMinute'));
  const context = company ? `${company.name}, ${today}` : today;
  return (
    <AreaPage title={title} tabTitle="Home" context={context} right={!isPhone && <HomeButtons />}>
      <div className={classes.content}>
        {isPhone && <HomeButtons />}
        <CertificationNotice />
        <OverviewFrame>{({ counts }) => <FleetOverviewCards counts={counts} />}</OverviewFrame>
        <QuickActions />
        <OverviewFrame>{(overview) => <FleetOverviewWaiting {...overview} />}</OverviewFrame>
        <RecentUpdatesCard />
      </div>
    </AreaPage>
  );
}

function HomeButtons() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        component={Link}
        to={paths.installerOverview}
        leftSection={<IconLayoutDashboard size={18} stroke={1.7} aria-hidden="true" />}
      >
        {texts.viewOverview}
      </Button>
      <Button
        leftSection={<IconLifebuoy size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => setOpen(true)}
        {...preloadOnIntent(loadSupport)}
      >
        {texts.getSupport}
      </Button>
      <Suspense>{isOpen && <SupportDialog isOpen device={null} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}
