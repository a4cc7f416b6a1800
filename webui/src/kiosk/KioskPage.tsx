import { useEffect, useMemo } from 'preact/hooks';
import { EventDesk } from '../staff/eventDesk';
import { findSession, person } from '../staff/session';
import { SignIn } from '../staff/SignIn';
import { AddressPage } from './AddressPage';
import { EventPage } from './EventPage';
import { EventsPage } from './EventsPage';
import { NewEventPage } from './NewEventPage';
import { followRoute, route } from './route';
import { SideNav } from './SideNav';
import { StaffPage } from './StaffPage';

/** The kiosk: the organiser's and the typist's page on the laptop. */
export function KioskPage() {
  useEffect(() => {
    void findSession();
    return followRoute();
  }, []);
  if (person.value === undefined) return <p class="loading">···</p>;
  if (person.value === null) return <SignIn />;
  const [first, second] = route.value;
  if (first === 'e' && second !== undefined) return <WithEvent key={second} id={second} />;
  return (
    <div class="kiosk">
      <SideNav desk={null} />
      <main class="work">{first === 'address' ? <AddressPage /> : first === 'staff' ? <StaffPage /> : first === 'new' ? <NewEventPage /> : <EventsPage />}</main>
    </div>
  );
}

function WithEvent({ id }: { id: string }) {
  const desk = useMemo(() => new EventDesk(id), [id]);
  useEffect(() => {
    desk.start();
    return () => desk.stop();
  }, [desk]);
  return (
    <div class="kiosk">
      <SideNav desk={desk} />
      <main class="work">
        <EventPage desk={desk} />
      </main>
    </div>
  );
}
