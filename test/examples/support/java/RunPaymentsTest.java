/** Runs the test of the example as JUnit does. */
class RunPaymentsTest {
  public static void main(String[] words) throws Exception {
    PaymentsTest.start();
    new PaymentsTest().aPaymentIsSettledWhenItsPsuApprovesIt();
    PaymentsTest.stop();
    System.out.println("passed");
  }
}
