import { useEffect, useMemo, useState } from 'preact/hooks';
import { EventDesk } from '../staff/eventDesk';
import { findSession, person } from '../staff/session';
import { SignIn } from '../staff/SignIn';
import { recall, remember } from '../wire/memory';
import { EventChoice } from './EventChoice';
import { Rounds } from './Rounds';

/** The referee's phone. */
export function RefereePage() {
  const [event, setEvent] = useState<string | null>(recall('kiosk.referee.event'));
  useEffect(() => {
    void findSession();
  }, []);
  if (person.value === undefined) return <p class="loading">···</p>;
  if (person.value === null) return <SignIn />;
  if (event === null) {
    return (
      <EventChoice
        choose={(id) => {
          remember('kiosk.referee.event', id);
          setEvent(id);
        }}
      />
    );
  }
  return <AtEvent key={event} id={event} leave={() => setEvent(null)} />;
}

function AtEvent({ id, leave }: { id: string; leave(): void }) {
  const desk = useMemo(() => new EventDesk(id), [id]);
  useEffect(() => {
    desk.start();
    return () => desk.stop();
  }, [desk]);
  return <Rounds desk={desk} leave={leave} />;
}
