package com.acme.notify;

import com.acme.gallery.Point;
import java.util.Properties;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.matchers.GroupMatcher;

/** Has a durable job for each reminder: durable jobs stay after their last trigger. */
public final class Reminders {
    public static final class Remind implements Job {
        @Override
        public void execute(JobExecutionContext context) {
            context.getMergedJobDataMap().getString("to");
        }
    }

    static Scheduler scheduler;

    static void remind(int n) throws SchedulerException {
        JobDetail job = JobBuilder.newJob(Remind.class).withIdentity("reminder-" + n, "reminders").storeDurably(true)
                .usingJobData("to", "user" + n).usingJobData("text", "appointment " + n).build();
        scheduler.scheduleJob(job, TriggerBuilder.newTrigger().withIdentity("t" + n).startNow().build());
    }

    public static void main(String[] args) throws Exception {
        Properties settings = new Properties();
        settings.setProperty("org.quartz.threadPool.threadCount", "2");
        settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        settings.setProperty("org.quartz.jobStore.class", "org.quartz.simpl.RAMJobStore");
        settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        scheduler = new StdSchedulerFactory(settings).getScheduler();
        scheduler.start();
        int n = 0;
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 450; i++) {
                remind(n++);
            }
            while (!scheduler.getTriggerKeys(GroupMatcher.anyGroup()).isEmpty()) {
                Thread.sleep(50);
            }
            Point.next();
        }
        System.exit(0);
    }
}
