import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.agrona.DeadlineTimerWheel;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/** Two containers of Agrona that hand out numbers and reuse them: a timer wheel, and a manager of counters. */
final class Agrona {
    private static final int TICKS = 16;
    private static final int TIMERS_PER_TICK = 2;
    private static final int COUNTERS = 64;

    private Agrona() {}

    /** The element of a timer is its deadline. */
    static Starter.Port<DeadlineTimerWheel, Long> timerWheel() {
        return timers("timer-wheel");
    }

    /** The timer wheel with forged keys: timer ids that it never handed out. */
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
                .each(Agrona::eachTimer)
                .keys(Agrona::ids);
    }

    private static void eachTimer(DeadlineTimerWheel wheel, BiConsumer<Long, Long> visit) {
        wheel.forEach((deadline, timer) -> visit.accept(timer, deadline));
    }

    private static List<Long> ids(DeadlineTimerWheel wheel) {
        List<Long> ids = new ArrayList<>();
        wheel.forEach((deadline, timer) -> ids.add(timer));
        return ids;
    }

    /** A manager of counters issues ids. The counters themselves are in a buffer. */
    static Starter.Port<?, ?> counters() {
        return new Starter.Port<CountersManager, Integer>(
                        "name=agrona-counters version=2.6.0 system=slab ids=only panics=remove.stale,remove.forged capacity="
                                + COUNTERS,
                        parameters -> Buffers.manager())
                .add(Agrona::allocate)
                .remove((counters, counter) -> {
                    counters.free(counter);
                    return 0L; // which means yes
                })
                .contains((counters, counter) -> counters.getCounterState(counter) == CountersReader.RECORD_ALLOCATED)
                .len(counters -> counters.capacity() - counters.available())
                .isEmpty(counters -> counters.capacity() == counters.available());
    }

    /** Buffers need an internal class of the Java runtime, which is not accessible by default; timers do not. */
    private static final class Buffers {
        private static final AtomicBuffer METADATA = buffer(CountersReader.METADATA_LENGTH);
        private static final AtomicBuffer VALUES = buffer(CountersReader.COUNTER_LENGTH);

        static CountersManager manager() {
            return new CountersManager(cleared(METADATA), cleared(VALUES));
        }

        private static AtomicBuffer buffer(int bytesPerCounter) {
            return new UnsafeBuffer(ByteBuffer.allocateDirect(COUNTERS * bytesPerCounter));
        }

        /** Zeros mean that no counter was ever allocated. */
        private static AtomicBuffer cleared(AtomicBuffer buffer) {
            buffer.setMemory(0, buffer.capacity(), (byte) 0);
            return buffer;
        }
    }

    private static Integer allocate(CountersManager counters, long element) {
        try {
            return counters.allocate("counter " + element);
        } catch (IllegalStateException full) {
            throw new Starter.Full();
        }
    }
}
