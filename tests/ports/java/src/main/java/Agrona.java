import java.math.BigInteger;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.agrona.DeadlineTimerWheel;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/** Two containers of Agrona that hand out numbers and use them again: a timer wheel, and a manager of counters. */
final class Agrona {
    private static final int TICKS = 4;
    private static final int TIMERS_PER_TICK = 2;
    private static final int COUNTERS = 64;

    private Agrona() {}

    /** The element of a timer is its deadline. */
    static Starter.Port<DeadlineTimerWheel, Long> timerWheel() {
        return timers("timer-wheel");
    }

    /** The same, and timer ids that it never handed out. */
    static Starter.Port<?, ?> forgedTimers() {
        return timers("timer-wheel-forged")
                .forge((index, id) -> id.signum() == 0 && index.bitLength() < Long.SIZE ? index.longValue() : null)
                .parts(timer -> new Starter.Parts(BigInteger.valueOf(timer), BigInteger.ZERO));
    }

    private static Starter.Port<DeadlineTimerWheel, Long> timers(String name) {
        return new Starter.Port<DeadlineTimerWheel, Long>(
                        "name=" + name + " version=2.6.0 system=slab remove=silent",
                        parameters -> new DeadlineTimerWheel(TimeUnit.NANOSECONDS, 0, 1, TICKS, TIMERS_PER_TICK))
                .add(DeadlineTimerWheel::scheduleTimer)
                .remove((wheel, timer) -> wheel.cancelTimer(timer) ? timer : null)
                .at((wheel, timer) -> {
                    long deadline = wheel.deadline(timer);
                    return deadline == DeadlineTimerWheel.NULL_DEADLINE ? null : deadline;
                })
                .contains((wheel, timer) -> wheel.deadline(timer) != DeadlineTimerWheel.NULL_DEADLINE)
                .len(DeadlineTimerWheel::timerCount)
                .isEmpty(wheel -> wheel.timerCount() == 0)
                .clear(DeadlineTimerWheel::clear)
                .each(Agrona::eachTimer);
    }

    private static void eachTimer(DeadlineTimerWheel wheel, BiConsumer<Long, Long> visit) {
        wheel.forEach((deadline, timer) -> visit.accept(timer, deadline));
    }

    /** A manager of counters issues ids. What counts is in a buffer. */
    static Starter.Port<?, ?> counters() {
        return new Starter.Port<CountersManager, Integer>(
                        "name=agrona-counters version=2.6.0 system=slab ids=only panics=remove.stale,remove.forged capacity="
                                + COUNTERS,
                        parameters -> new CountersManager(
                                new UnsafeBuffer(new byte[COUNTERS * CountersReader.METADATA_LENGTH]),
                                new UnsafeBuffer(new byte[COUNTERS * CountersReader.COUNTER_LENGTH])))
                .add(Agrona::allocate)
                .remove((counters, counter) -> {
                    counters.free(counter);
                    return 0L; // which stands for yes
                })
                .contains((counters, counter) -> counters.getCounterState(counter) == CountersReader.RECORD_ALLOCATED)
                .len(counters -> counters.capacity() - counters.available())
                .isEmpty(counters -> counters.capacity() == counters.available());
    }

    private static Integer allocate(CountersManager counters, long element) {
        try {
            return counters.allocate("counter " + element);
        } catch (IllegalStateException full) {
            throw new Starter.Full();
        }
    }
}
